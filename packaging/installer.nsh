# What the installer for one user adds to electron-builder's own: never for all users, which the MSI is for, and the command
# line on the PATH of this user by choice. /addtopath=1 and /addtopath=0 choose without a window.

!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include WinMessages.nsh
!include nsDialogs.nsh

!define COMMAND_FOLDER "$INSTDIR\resources\cli\bin"
# As in src/main/electron/main.ts: under it Electron notes who answers a click on a notification.
!define TOAST_CLASS "{774D61EA-3107-4CB6-9FFD-7317111BDE94}"

# $0: the PATH of this user. Jumps to LEAVE where there is one that this installer cannot hold: it must not be cut short.
!macro readUserPath LEAVE
  ClearErrors
  ReadRegStr $0 HKCU "Environment" "Path"
  ${If} ${Errors}
    StrCpy $0 ""
    StrCpy $1 0
    ${Do}
      ClearErrors
      EnumRegValue $2 HKCU "Environment" $1
      ${If} ${Errors}
      ${OrIf} $2 == ""
        ${ExitDo}
      ${EndIf}
      ${If} $2 == "Path"
        Goto ${LEAVE}
      ${EndIf}
      IntOp $1 $1 + 1
    ${Loop}
  ${EndIf}
!macroend

# $0 without the folder of the command line, wherever it stands. UN: "un." in the uninstaller.
!macro withoutCommandFolder UN
  ${${UN}WordReplace} ";$0;" ";${COMMAND_FOLDER};" ";" "+" $0
  ${If} $0 == ";;"
  ${OrIf} $0 == ";"
    StrCpy $0 ""
  ${Else}
    # Without the two that were put round it.
    StrCpy $0 $0 -1 1
  ${EndIf}
!macroend

# Expandable, because a PATH may name %USERPROFILE%. Programs that run already are told.
!macro writeUserPath
  WriteRegExpandStr HKCU "Environment" "Path" $0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!ifndef BUILD_UNINSTALLER
  Var addToPath
  Var addToPathBox

  !macro customInit
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/allusers" $R1
    ${IfNot} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "This installer is for one user. To install Parcel Desk for all users of this computer, use its MSI." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    !insertmacro setInstallModePerUser

    ReadRegStr $addToPath HKCU "${INSTALL_REGISTRY_KEY}" "AddToPath"
    ClearErrors
    ${GetOptions} $R0 "/addtopath=" $R1
    ${IfNot} ${Errors}
      StrCpy $addToPath $R1
    ${EndIf}
  !macroend

  !macro customInstallMode
    StrCpy $isForceCurrentInstall "1"
  !macroend

  !macro customPageAfterChangeDir
    Page custom commandLinePage leaveCommandLinePage
  !macroend

  !macro customHeader
    Function commandLinePage
      ${If} ${isUpdated}
        Abort
      ${EndIf}
      !insertmacro MUI_HEADER_TEXT "Command line" "Parcel Desk also runs from scripts and at set times, without its window."
      nsDialogs::Create 1018
      Pop $0
      ${NSD_CreateLabel} 0 0 100% 24u "The program is called parcel-desk. It lies in ${COMMAND_FOLDER}."
      Pop $0
      ${NSD_CreateCheckBox} 0 30u 100% 12u "&Add it to my PATH, so that it needs no folder before its name"
      Pop $addToPathBox
      ${If} $addToPath == "1"
        ${NSD_Check} $addToPathBox
      ${EndIf}
      nsDialogs::Show
    FunctionEnd

    Function leaveCommandLinePage
      ${NSD_GetState} $addToPathBox $addToPath
    FunctionEnd

    Function setUserPath
      !insertmacro readUserPath tooLong
      StrCpy $3 $0
      !insertmacro withoutCommandFolder ""
      ${If} $addToPath == "1"
        StrLen $1 $0
        StrLen $2 "${COMMAND_FOLDER}"
        IntOp $1 $1 + $2
        IntOp $1 $1 + 2
        IntCmp $1 ${NSIS_MAX_STRLEN} tooLong 0 tooLong
        ${If} $0 != ""
          StrCpy $0 "$0;"
        ${EndIf}
        StrCpy $0 "$0${COMMAND_FOLDER}"
      ${EndIf}
      ${If} $0 != $3
        !insertmacro writeUserPath
      ${EndIf}
      Return
      tooLong:
      ${If} $addToPath == "1"
        MessageBox MB_OK|MB_ICONINFORMATION "Your PATH is too long for this installer, so it was left as it is. Add this folder to it yourself: ${COMMAND_FOLDER}" /SD IDOK
      ${EndIf}
    FunctionEnd
  !macroend

  !macro customInstall
    WriteRegStr HKCU "${INSTALL_REGISTRY_KEY}" "AddToPath" $addToPath
    Call setUserPath
  !macroend
!else
  !macro customUnInstall
    # The next version, which is being installed, keeps the choices.
    ${IfNot} ${isUpdated}
      Call un.resetUserPath
      # “Start when I sign in” of the settings, which Electron writes by the id of the program; and what Windows keeps of its being on.
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
      DeleteRegKey HKCU "Software\Classes\CLSID\${TOAST_CLASS}"
    ${EndIf}
  !macroend

  !macro customHeader
    Function un.resetUserPath
      !insertmacro readUserPath tooLong
      StrCpy $3 $0
      !insertmacro withoutCommandFolder "un."
      ${If} $0 != $3
        !insertmacro writeUserPath
      ${EndIf}
      tooLong:
    FunctionEnd
  !macroend
!endif
