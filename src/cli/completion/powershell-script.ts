import type { CommandWord, OptionWord } from './vocabulary.ts'

/** For Windows PowerShell 5.1 and PowerShell 7, which complete paths themselves. */
export function powershellScript(commands: readonly CommandWord[]): string {
  return `# PowerShell completion for parcel-desk
Register-ArgumentCompleter -Native -CommandName parcel-desk, parcel-desk.cmd, parcel-desk.ps1 -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${commands.map(({ name, options }) => `    '${name}' = [ordered]@{ ${options.map(described).join('; ')} }`).join('\n')}
  }
  $commands = [ordered]@{ ${commands.map(({ name, description }) => `'${name}' = ${quoted(description)}`).join('; ')} }
  $values = @{ ${commands.flatMap(choiceEntries).join('; ')} }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = if ($words.Count -gt 1) { $words[1] } else { '' }
  $list = $null
  if ($command -eq '' -or $command -eq 'help') { $list = $commands }
  elseif ($values.ContainsKey("$command $($words[-1])")) { $list = $values["$command $($words[-1])"] }
  elseif ($options.ContainsKey($command)) { $list = $options[$command] }
  if ($null -eq $list) { return }
  $list.Keys | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $list[$_])
  }
}
`
}

function described({ flag, description }: OptionWord): string {
  return `'${flag}' = ${quoted(description)}`
}

function choiceEntries({ name, options, argument }: CommandWord): string[] {
  const ofOptions = options
    .filter(({ value }) => value === 'choice')
    .map(({ flag, choices }) => entry(`${name} ${flag}`, choices))
  return argument.value === 'choice' ? [...ofOptions, entry(`${name} ${name}`, argument.choices)] : ofOptions
}

function entry(words: string, choices: string[]): string {
  return `'${words}' = [ordered]@{ ${choices.map((choice) => `'${choice}' = '${choice}'`).join('; ')} }`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
