import { foldedWords, foldText } from '../../../shared/text/fold-text.ts'
import type { Section } from '../../client/settings-store.ts'

/** What a clerk looks for, page by page, and at the end what is for whoever connects the desk. */
export const PAGES = [
  { page: 'accounts', title: 'Accounts' },
  { page: 'filing', title: 'Folders and names' },
  { page: 'following', title: 'Customers and notifications' },
  { page: 'automatic', title: 'Automatic saving' },
  { page: 'appearance', title: 'Appearance' },
  { page: 'connection', title: 'Connection (for IT)' },
] as const
export type SettingsPage = (typeof PAGES)[number]['page']

export interface SectionFacts {
  readonly section: Section
  readonly title: string
  readonly page: SettingsPage
  /** Its settings, and other words that people look for them by. */
  readonly settings: readonly string[]
}

/** Page, section, title, and what it is found by, separated by semicolons. */
const ROWS: readonly (readonly [SettingsPage, Section, string, string])[] = [
  [
    'accounts',
    'accounts',
    'Accounts',
    'Sign in; Add an account; Remove an account; Test connection; Password, keychain, user',
  ],
  ['filing', 'folders', 'Folders', 'Choose a folder; Forget a folder; Directory, drive, where documents go'],
  ['filing', 'patterns', 'Name patterns', 'Add a pattern; File names, tokens, naming rule'],
  [
    'filing',
    'saving',
    'Saving',
    'If a file already exists; At most so many documents at once; Bytes a second; Calls a minute; Replace, overwrite, keep both, speed, bandwidth, limit',
  ],
  [
    'following',
    'followed',
    'Followed customers',
    'Customers to follow; How long the feed has been live; Messages today',
  ],
  [
    'following',
    'alerts',
    'Desktop notifications',
    'Pause notifications; Quiet hours; Rules for notifications; Toast, sound, pop-up',
  ],
  [
    'following',
    'background',
    'When the window is closed',
    'Keep running when the window is closed; Start at login; Tray, autostart',
  ],
  [
    'automatic',
    'automatic',
    'Automatic saving',
    'Save when a set reaches a state; Save at set times; Rule, schedule, every day, timer, cron, unattended, automatically',
  ],
  [
    'appearance',
    'appearance',
    'Appearance',
    'Colours; Height of rows; Text size; Dark, light, theme, density, compact, zoom, font',
  ],
  [
    'appearance',
    'keyboard',
    'Keyboard',
    'Single keys; Shortcuts, hotkeys, letters, dictation, speech input, accessibility',
  ],
  [
    'appearance',
    'region',
    'Region',
    'Dates; Numbers; Order of names; Country, language, locale, date format, time, decimal comma, sorting',
  ],
  [
    'connection',
    'sharing',
    'Source of messages',
    'This desk gets them from; Sharing a queue; Collector, colleagues, source',
  ],
  [
    'connection',
    'queues',
    'Queues',
    'Take messages; Add a connection; Test connection; Broker, RabbitMQ, AMQP, host, virtual host, heartbeat, certificate, TLS',
  ],
  [
    'connection',
    'streams',
    'Firm’s streams',
    'Add your firm’s broker; Where a new stream begins; Further streams; RabbitMQ, stream, offset, collector, many desks',
  ],
  ['connection', 'checks', 'Checks by searching', 'How often; Check now; Poll, interval'],
  [
    'connection',
    'sizes',
    'Limits',
    'Largest document; Largest document in the preview; Largest message of a queue; Limits, MB, GB',
  ],
  ['connection', 'updates', 'Updates', 'Newer versions; Check for updates; Version, upgrade, install, restart'],
  ['connection', 'diagnostics', 'Diagnostics', 'Open log folder; Save support bundle; Version, data folder, help'],
  ['connection', 'about', 'About', 'Third-party notices; Licences, licenses, open source, components'],
]

/** Every section in order, and what each is found by. */
export const SECTIONS: readonly SectionFacts[] = ROWS.map(([page, section, title, settings]) => ({
  section,
  title,
  page,
  settings: settings.split('; '),
}))

export function pageOf(section: Section): SettingsPage | undefined {
  return SECTIONS.find((facts) => facts.section === section)?.page
}

export interface FoundSection extends SectionFacts {
  /** The setting that has the words; undefined where the title has them, or nothing was typed. */
  readonly setting: string | undefined
}

/** The sections that have all these words, in any order, in their title or in what they are found by. */
export function findSections(query: string): readonly FoundSection[] {
  const words = foldedWords(query)
  const has = (text: string): boolean => words.every((word) => foldText(text).includes(word))
  return SECTIONS.flatMap((facts) => {
    const page = PAGES.find((one) => one.page === facts.page)?.title ?? ''
    if (has(`${page} ${facts.title}`)) return [{ ...facts, setting: undefined }]
    const setting = facts.settings.find(has)
    const isSpread = setting === undefined && has([facts.title, ...facts.settings].join(' '))
    return setting === undefined && !isSpread ? [] : [{ ...facts, setting }]
  })
}
