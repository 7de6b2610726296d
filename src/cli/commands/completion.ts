import type { Command } from 'commander'
import type { CommandAction } from '../command-run.ts'
import { SHELLS } from '../options/option-groups.ts'
import { type CommandWord, type OptionWord, readVocabulary, type ValueKind } from './completion-vocabulary.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript }

/** `completion`: prints a completion script for a shell, generated from the command tree. */
export function completionFor(program: Command): CommandAction<object> {
  return async ({ args, screen }) => {
    const shell = SHELLS.find((name) => name === args[0]) ?? 'bash'
    await screen.text([SCRIPTS[shell](readVocabulary(program))])
    return undefined
  }
}

/** For bash 3.2 and later, with or without the bash-completion package. */
export function bashScript(commands: readonly CommandWord[]): string {
  return `# bash completion for parcel-desk
_parcel_desk() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ')}" -- "$current"))
    return
  fi
  case "$command $previous" in
${commands.flatMap(({ name, options }) => options.flatMap((option) => bashValueCase(name, option))).join('\n')}
  esac
  case "$command" in
${commands.map(bashCase).join('\n')}
    help) words="${commands.map(({ name }) => name).join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _parcel_desk parcel-desk
`
}

function bashValueCase(command: string, { flag, value, choices }: OptionWord): string[] {
  if (value === 'none') return []
  const body = {
    text: '',
    choice: ` COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current"));`,
    folder: bashPaths('-d'),
    file: bashPaths('-f'),
  }[value]
  return [`    "${command} ${flag}")${body} return ;;`]
}

/** Split only at line ends and shown as file names, so that a name with a space stays one word. */
function bashPaths(kind: '-d' | '-f'): string {
  return ` local IFS=$'\\n'; COMPREPLY=($(compgen ${kind} -- "$current")); compopt -o filenames 2>/dev/null;`
}

function bashCase({ name, options, argument }: CommandWord): string {
  const words = [...options.map(({ flag }) => flag), ...argument.choices].join(' ')
  const folders =
    argument.value === 'folder' ? ` if [ "\${current#-}" = "$current" ]; then${bashPaths('-d')} return; fi;` : ''
  return `    ${name})${folders} words="${words}" ;;`
}

const ZSH_ACTIONS: Record<Exclude<ValueKind, 'none' | 'choice'>, string> = {
  text: '',
  file: '_files',
  folder: '_files -/',
}

/** For zsh’s own completion system, as a file `_parcel-desk` on its path or sourced. */
export function zshScript(commands: readonly CommandWord[]): string {
  return `#compdef parcel-desk
_parcel-desk() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${inShellQuotes(`${name}:${description}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(zshCase).join('\n')}
    help) _describe 'command' commands ;;
  esac
}
if [ "$funcstack[1]" = "_parcel-desk" ]; then _parcel-desk "$@"; else compdef _parcel-desk parcel-desk; fi
`
}

function zshCase({ name, options, argument }: CommandWord): string {
  const specs = options.map(zshOption)
  if (argument.value !== 'none') specs.push(inShellQuotes(`:value:${zshAction(argument)}`))
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`
}

function zshOption({ flag, description, value, choices, isRepeatable }: OptionWord): string {
  const repeat = isRepeatable ? '*' : ''
  // Brackets and colons separate the parts of such a description.
  const text = description.replaceAll(/[[\]\\:]/g, (character) => `\\${character}`)
  const argument = value === 'none' ? '' : `:value:${zshAction({ value, choices })}`
  return inShellQuotes(`${repeat}${flag}[${text}]${argument}`)
}

function zshAction({ value, choices }: { value: ValueKind; choices: string[] }): string {
  if (value === 'choice') return `(${choices.join(' ')})`
  return value === 'none' ? '' : ZSH_ACTIONS[value]
}

function inShellQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** For fish 3 and later. */
export function fishScript(commands: readonly CommandWord[]): string {
  const names = commands.map(({ name }) => name)
  const lines = [
    '# fish completion for parcel-desk',
    'complete -c parcel-desk -f',
    ...commands.map(
      ({ name, description }) =>
        `complete -c parcel-desk -n __fish_use_subcommand -a ${name} -d ${fishQuoted(description)}`,
    ),
    `complete -c parcel-desk -n __fish_use_subcommand -a help -d 'show the help of a command'`,
    `complete -c parcel-desk -n '__fish_seen_subcommand_from help' -a ${fishQuoted(names.join(' '))}`,
    ...commands.flatMap(fishLines),
  ]
  return `${lines.join('\n')}\n`
}

function fishLines({ name, options, argument }: CommandWord): string[] {
  const start = `complete -c parcel-desk -n '__fish_seen_subcommand_from ${name}'`
  const lines = options.map((option) => `${start} ${fishOption(option)}`)
  if (argument.value === 'choice') lines.push(`${start} -a ${fishQuoted(argument.choices.join(' '))}`)
  if (argument.value === 'folder') lines.push(`${start} -a '(__fish_complete_directories)'`)
  return lines
}

function fishOption({ flag, description, value, choices }: OptionWord): string {
  const values = {
    none: '',
    text: ' -x',
    file: ' -r -F',
    folder: ` -x -a '(__fish_complete_directories)'`,
    choice: ` -x -a ${fishQuoted(choices.join(' '))}`,
  }[value]
  return `-l ${flag.slice(2)}${values} -d ${fishQuoted(description)}`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`
}

/** For Windows PowerShell 5.1 and PowerShell 7, which complete paths themselves. */
export function powershellScript(commands: readonly CommandWord[]): string {
  return `# PowerShell completion for parcel-desk
Register-ArgumentCompleter -Native -CommandName parcel-desk, parcel-desk.cmd, parcel-desk.ps1 -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${commands.map(({ name, options }) => `    '${name}' = [ordered]@{ ${options.map(powershellOption).join('; ')} }`).join('\n')}
  }
  $commands = [ordered]@{ ${commands.map(({ name, description }) => `'${name}' = ${powershellQuoted(description)}`).join('; ')} }
  $values = @{ ${commands.flatMap(powershellChoices).join('; ')} }
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

function powershellOption({ flag, description }: OptionWord): string {
  return `'${flag}' = ${powershellQuoted(description)}`
}

function powershellChoices({ name, options, argument }: CommandWord): string[] {
  const ofOptions = options
    .filter(({ value }) => value === 'choice')
    .map(({ flag, choices }) => powershellChoice(`${name} ${flag}`, choices))
  return argument.value === 'choice' ? [...ofOptions, powershellChoice(`${name} ${name}`, argument.choices)] : ofOptions
}

function powershellChoice(words: string, choices: string[]): string {
  return `'${words}' = [ordered]@{ ${choices.map((choice) => `'${choice}' = '${choice}'`).join('; ')} }`
}

function powershellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
