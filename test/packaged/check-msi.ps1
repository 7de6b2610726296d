# On Windows, as an administrator: installs the MSI of dist as SYSTEM and without a question, as a roll-out does, with first
# settings; lets the program and its command line speak; removes it again. What users have saved stays.
$ErrorActionPreference = 'Stop'
$msi = (Get-Item dist/*.msi).FullName
$log = Join-Path $env:SystemDrive 'parcel-desk-msi.log'
$folder = Join-Path $env:ProgramFiles 'Parcel Desk'
$policies = 'HKLM:\Software\Policies\Parcel Desk'
$data = Join-Path $env:LOCALAPPDATA 'Parcel Desk\Data'

function Invoke-AsSystem([string] $arguments) {
  $task = 'parcel-desk-check'
  $action = New-ScheduledTaskAction -Execute 'msiexec.exe' -Argument "$arguments /qn /norestart /l*v `"$log`""
  Register-ScheduledTask -TaskName $task -Action $action -User 'SYSTEM' -RunLevel Highest -Force | Out-Null
  Start-ScheduledTask -TaskName $task
  # 267009: it runs; 267011: it has not run yet.
  do {
    Start-Sleep -Seconds 1
    $result = (Get-ScheduledTaskInfo -TaskName $task).LastTaskResult
  } while ($result -in 267009, 267011)
  Unregister-ScheduledTask -TaskName $task -Confirm:$false
  if ($result -notin 0, 3010) {
    Get-Content $log -Tail 100
    throw "msiexec $arguments ended with $result"
  }
}

function Assert-True([bool] $isSo, [string] $what) {
  if (-not $isSo) { throw "not so: $what" }
}

New-Item -ItemType Directory -Force $data | Out-Null
Set-Content (Join-Path $data 'kept.txt') 'of a user'

Invoke-AsSystem "/i `"$msi`" QUEUEFORBIDDEN=1"
$self = Start-Process (Join-Path $folder 'Parcel Desk.exe') -ArgumentList '--self-check' -Wait -PassThru
Assert-True ($self.ExitCode -eq 0) 'the installed program passes its self-check'
$command = Join-Path $folder 'resources\cli\bin\parcel-desk.cmd'
& $command --version
Assert-True ($LASTEXITCODE -eq 0) 'the command line says its version'
Assert-True ((Get-ItemProperty $policies).QueueForbidden -eq 1) 'the property is a value of the policy'
$told = & $command policy --json | ConvertFrom-Json | Where-Object key -eq 'QueueForbidden'
Assert-True ($told.value -and $told.source -eq 'machine') 'the command line obeys it'

# Again, as an upgrade in place and a repair do.
Invoke-AsSystem "/fa `"$msi`""
Assert-True (Test-Path $command) 'the command line is there after a repair'

Invoke-AsSystem "/x `"$msi`""
Assert-True (-not (Test-Path (Join-Path $folder 'Parcel Desk.exe'))) 'the program is gone'
Assert-True (Test-Path (Join-Path $data 'kept.txt')) 'what users have saved is still there'
