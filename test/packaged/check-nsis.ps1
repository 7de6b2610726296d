# On Windows: installs the installer of one user without a window, lets the program and its command line speak, and removes it.
$ErrorActionPreference = 'Stop'
$installer = (Get-Item dist/*.exe).FullName
$folder = Join-Path $env:LOCALAPPDATA 'Programs\parcel-desk'
$data = Join-Path $env:LOCALAPPDATA 'Parcel Desk\Data'

function Assert-True([bool] $isSo, [string] $what) {
  if (-not $isSo) { throw "not so: $what" }
}

function Get-UserPath { [Environment]::GetEnvironmentVariable('Path', 'User') }

New-Item -ItemType Directory -Force $data | Out-Null
Set-Content (Join-Path $data 'kept.txt') 'of a user'

$installed = Start-Process $installer -ArgumentList '/S', '/addtopath=1', "/D=$folder" -Wait -PassThru
Assert-True ($installed.ExitCode -eq 0) 'the installer ends well'
$self = Start-Process (Join-Path $folder 'Parcel Desk.exe') -ArgumentList '--self-check' -Wait -PassThru
Assert-True ($self.ExitCode -eq 0) 'the installed program passes its self-check'
& (Join-Path $folder 'resources\cli\bin\parcel-desk.cmd') --version
Assert-True ($LASTEXITCODE -eq 0) 'the command line says its version'
Assert-True ((Get-UserPath).Contains('resources\cli\bin')) 'the command line is on the PATH'

# As the desk does when its user wants it started at sign-in, and Electron at the first notification.
$current = 'HKCU:\Software\Microsoft\Windows\CurrentVersion'
$startup = "$current\Run", "$current\Explorer\StartupApproved\Run"
$toasts = 'HKCU:\Software\Classes\CLSID\{774D61EA-3107-4CB6-9FFD-7317111BDE94}'
foreach ($key in $startup) {
  if (-not (Test-Path $key)) { New-Item -Force $key | Out-Null }
  Set-ItemProperty $key -Name 'desk.parcel.app' -Value 'x'
}
New-Item -Force "$toasts\LocalServer32" | Out-Null

$uninstaller = (Get-Item (Join-Path $folder 'Uninstall*.exe')).FullName
# With _?= it waits for itself, and so leaves itself behind.
Start-Process $uninstaller -ArgumentList '/S', "_?=$folder" -Wait
Assert-True (-not (Test-Path (Join-Path $folder 'Parcel Desk.exe'))) 'the program is gone'
Assert-True (-not "$(Get-UserPath)".Contains('resources\cli\bin')) 'the PATH is as it was'
foreach ($key in $startup) {
  Assert-True (-not (Get-ItemProperty $key).PSObject.Properties['desk.parcel.app']) "nothing is left in $key"
}
Assert-True (-not (Test-Path $toasts)) 'nothing is left for clicks on notifications'
Assert-True (-not (Test-Path (Join-Path ([Environment]::GetFolderPath('Programs')) 'Parcel Desk.lnk'))) 'the Start menu has no entry'
Assert-True (Test-Path (Join-Path $data 'kept.txt')) 'what the user has saved is still there'
