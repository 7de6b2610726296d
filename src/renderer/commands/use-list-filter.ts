import { commandsStore, findCommand } from './commands-store.ts'
import { useCommands } from './use-commands.ts'

const FILTER = '[data-scope="list"] input[type="search"]'

/**
 * Ctrl+F in a list goes to the field that filters it; pressed there again, it finds in the document beside it, whose own key
 * it is everywhere else.
 */
export function useListFilter(): void {
  useCommands([{ id: 'list.filter', title: 'Filter the list', group: 'List', shortcut: 'Mod+F', within: 'list', run }])
}

function run(): void {
  const field = document.querySelector<HTMLInputElement>(FILTER)
  if (field !== null && field !== document.activeElement) {
    field.focus()
    field.select()
    return
  }
  const find = findCommand(commandsStore.getState().commands, 'preview.find')
  if (find?.isEnabled === true) find.run()
}
