import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { type Finder, registerFinders } from './finders.ts'
import { type Command, commandsStore, findCommand, registerCommands } from './commands-store.ts'

/** A command as a screen declares it; omitted fields take the defaults. */
export interface CommandOffer {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly shortcut?: string | readonly string[] | undefined
  /** See `Command`. */
  readonly within?: string
  readonly isEnabled?: boolean
  readonly isHidden?: boolean
  readonly run: () => void
}

export type OfferInGroup = Omit<CommandOffer, 'group'>

/** Offers commands while the component is mounted. They may be new objects at each render. */
export function useCommands(offers: readonly CommandOffer[]): void {
  const run = useEffectEvent((id: string) => offers.find((offer) => offer.id === id)?.run())
  const register = useEffectEvent(() => registerCommands(offers.map((offer) => command(offer, () => run(offer.id)))))
  // Only what is shown or matched counts as a change; `run` is always the latest.
  const stated = JSON.stringify(offers)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is registered is what was stated
  useEffect(() => register(), [stated])
}

/** Offers commands that palette and sheet list together. */
export function useCommandsIn(group: string, offers: readonly OfferInGroup[]): void {
  useCommands(offers.map((offer) => ({ ...offer, group })))
}

/** Lets the palette find the items of these finders while the component is mounted. The same array at each render. */
export function useFinders(finders: readonly Finder[]): void {
  useEffect(() => registerFinders(finders), [finders])
}

/** The current command, for a control that runs it; undefined while no screen offers it. */
export function useCommand(id: string): Command | undefined {
  return useStore(commandsStore, ({ commands }) => findCommand(commands, id))
}

function command(
  { shortcut = [], isEnabled = true, isHidden = false, ...rest }: CommandOffer,
  run: () => void,
): Command {
  return { ...rest, shortcuts: typeof shortcut === 'string' ? [shortcut] : shortcut, isEnabled, isHidden, run }
}
