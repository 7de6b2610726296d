/** What the field of the bar promises is what the palette does. */
export const PALETTE_TITLE = 'Find a shipment or run a command'
