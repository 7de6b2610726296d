import type { Command } from 'commander'
import type { CommandAction } from '../command-run.ts'
import { bashScript, fishScript, powershellScript, zshScript } from '../completion/bash-script.ts'
import { readVocabulary } from '../completion/vocabulary.ts'
import { SHELLS } from '../options/option-groups.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript }

/** `completion`: prints a completion script for a shell, generated from the command tree. */
export function completionFor(program: Command): CommandAction<object> {
  return async ({ args, screen }) => {
    const shell = SHELLS.find((name) => name === args[0]) ?? 'bash'
    await screen.text([SCRIPTS[shell](readVocabulary(program))])
    return undefined
  }
}
