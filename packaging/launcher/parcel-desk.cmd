@rem Starts the command line with the Node that lies beside it. NODE_OPTIONS, NODE_PATH and NODE_DEBUG are meant for other programs.
@goto start

@rem Only a subroutine is told where this file lies: a quoted call by the PATH is told the current folder, and would run its node.exe.
:find
@set "PARCEL_DESK_CLI=%~dp0.."
@exit /b

:start
@setlocal DisableDelayedExpansion
@set "NODE_OPTIONS="
@set "NODE_PATH="
@set "NODE_DEBUG="
@call :find
@"%PARCEL_DESK_CLI%\node.exe" "%PARCEL_DESK_CLI%\main.js" %*
