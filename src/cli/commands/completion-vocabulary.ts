import type { Command, Option } from 'commander'
import type { NameKind } from '../options/option-groups.ts'

/** What comes after an option: nothing, anything, one of some words, a path, or a name that this computer keeps. */
export type ValueKind = 'none' | 'text' | 'choice' | 'file' | 'folder' | NameKind

export interface OptionWord {
  /** With its dashes. */
  flag: string
  description: string
  value: ValueKind
  choices: string[]
  isRepeatable: boolean
}

export interface CommandWord {
  name: string
  description: string
  options: OptionWord[]
  /** Its first argument, if it takes one. */
  argument: { value: ValueKind; choices: string[] }
  /** Its second argument, and the words that it follows. */
  second?: { names: NameKind; after: string[] }
}

/** The words that a shell can complete, read from the command tree, so that they are never out of date. */
export function readVocabulary(program: Command): CommandWord[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.map(optionWord), HELP],
    argument: argumentOf(command),
    ...(command.name() === 'schedule' ? { second: { names: 'schedules', after: ['run', 'remove'] } } : {}),
  }))
}

const HELP: OptionWord = {
  flag: '--help',
  description: 'show the help of the command',
  value: 'none',
  choices: [],
  isRepeatable: false,
}

function optionWord(option: Option): OptionWord {
  return {
    flag: option.long ?? option.flags,
    description: option.description,
    value: option.required ? optionKind(option) : 'none',
    choices: option.argChoices ?? [],
    isRepeatable: /repeatable/.test(option.description),
  }
}

function optionKind({ long, flags, argChoices }: Option): ValueKind {
  return long === '--profile' ? 'profiles' : kindOf(/<(.+)>/.exec(flags)?.[1] ?? '', argChoices)
}

function argumentOf(command: Command): CommandWord['argument'] {
  const [argument] = command.registeredArguments
  if (argument === undefined) return { value: 'none', choices: [] }
  if (argument.name() === 'JOB') return { value: argument.required ? 'jobs' : 'unfinished-jobs', choices: [] }
  return { value: kindOf(argument.name(), argument.argChoices), choices: argument.argChoices ?? [] }
}

/** By the placeholder of an option: DIR, FILE, PATH, or anything else. */
function kindOf(placeholder: string, choices: string[] | undefined): ValueKind {
  if (choices !== undefined) return 'choice'
  if (placeholder === 'DIR') return 'folder'
  return placeholder === 'FILE' || placeholder === 'PATH' ? 'file' : 'text'
}
