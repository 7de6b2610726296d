@rem Starts the command line with the Node that lies beside it. NODE_OPTIONS and NODE_PATH are meant for other programs.
@setlocal DisableDelayedExpansion
@set "NODE_OPTIONS="
@set "NODE_PATH="
@"%~dp0..\node.exe" "%~dp0..\main.js" %*
