# On Windows, as an administrator: installs the older MSI as SYSTEM and without a question, as a roll-out does, with first settings and
# the command line on the PATH; lets the program and its command line speak; installs the MSI of dist over it, which leaves those
# choices as they are; repairs it and removes it again. What users have saved stays.
$ErrorActionPreference = 'Stop'
$msi = (Get-Item dist/*.msi).FullName
$older = (Get-Item older/*.msi).FullName
$log = Join-Path $env:SystemDrive 'parcel-desk-msi.log'
$folder = Join-Path $env:ProgramFiles 'Parcel Desk'
$policies = 'HKLM:\Software\Policies\Parcel Desk'
$command = Join-Path $folder 'resources\cli\bin\parcel-desk.cmd'
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

function Test-OnPath { [Environment]::GetEnvironmentVariable('Path', 'Machine').Contains('Parcel Desk\resources\cli\bin') }

function Get-Versions {
  $products = Get-ItemProperty 'HKLM:\Software\Microsoft\Windows\CurrentVersion\Uninstall\*'
  $products | Where-Object { $_.DisplayName -like 'Parcel Desk*' } | ForEach-Object { $_.DisplayVersion }
}

# As after a first installation, and still so after an upgrade and a repair.
function Assert-Installed([string] $what) {
  $self = Start-Process (Join-Path $folder 'Parcel Desk.exe') -ArgumentList '--self-check' -Wait -PassThru
  Assert-True ($self.ExitCode -eq 0) "$what passes its self-check"
  & $command --version
  Assert-True ($LASTEXITCODE -eq 0) "the command line of $what says its version"
  Assert-True (Test-OnPath) "the command line of $what is on the PATH"
  Assert-True ((Get-ItemProperty $policies).QueueForbidden -eq 1) "with $what the property is a value of the policy"
  $told = & $command policy --json | ConvertFrom-Json | Where-Object key -eq 'QueueForbidden'
  Assert-True ($told.value -and $told.source -eq 'machine') "the command line of $what obeys it"
}

New-Item -ItemType Directory -Force $data | Out-Null
Set-Content (Join-Path $data 'kept.txt') 'of a user'

Invoke-AsSystem "/i `"$older`" ADDTOPATH=1 QUEUEFORBIDDEN=1"
Assert-Installed 'the older program'
$before = @(Get-Versions)

# As an upgrade comes: it does not name the choices of the first installation.
Invoke-AsSystem "/i `"$msi`""
Assert-Installed 'the newer program'
$after = @(Get-Versions)
Assert-True ($before.Count -eq 1 -and $after.Count -eq 1 -and $after[0] -ne $before[0]) "one version replaces the other: $before, $after"

Invoke-AsSystem "/fa `"$msi`""
Assert-Installed 'the repaired program'

Invoke-AsSystem "/x `"$msi`""
Assert-True (-not (Test-Path (Join-Path $folder 'Parcel Desk.exe'))) 'the program is gone'
Assert-True (-not (Test-OnPath)) 'the PATH is as it was'
Assert-True (Test-Path (Join-Path $data 'kept.txt')) 'what users have saved is still there'
