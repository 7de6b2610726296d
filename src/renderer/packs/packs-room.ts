import { createStore } from 'zustand/vanilla'
import type { Payload } from '../../shared/contract/contract.ts'
import type { PageRoom } from '../client/page-room.ts'

/** How far the pack is that is being made. */
export const packProgress = createStore<{ readonly progress: Payload<'packs.progressed'> | undefined }>(() => ({
  progress: undefined,
}))

export const packsRoom: PageRoom = {
  onEvent: ({ name, payload }) => {
    if (name === 'packs.progressed') packProgress.setState({ progress: payload })
  },
}
