/** Whether keys are to be shown and read as on a Mac. The page learns of the platform from its browser alone. */
export const IS_MAC = globalThis.navigator?.platform?.startsWith('Mac') ?? false
