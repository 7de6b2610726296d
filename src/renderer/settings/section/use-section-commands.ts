import { type CommandOffer, useCommands } from '../../commands/use-commands.ts'
import { goToSection } from './go-to-section.ts'
import { SECTIONS } from './sections.ts'
import { testCurrentConnection } from './test-current.ts'

/** Every section from everywhere, and the test of the connection that the desk works with. */
export function useSectionCommands(): void {
  useCommands(OFFERS)
}

const OFFERS: readonly CommandOffer[] = [
  ...SECTIONS.map(({ section, title }) => ({
    id: `settings.go.${section}`,
    title: `Settings: ${title}`,
    group: 'Settings',
    run: () => goToSection(section),
  })),
  {
    id: 'account.test',
    title: 'Test the connection to the service',
    group: 'Account',
    run: testCurrentConnection,
  },
]
