/** The tag of a test, and with “@” of a journey, that `npm run soak` runs and `npm test` leaves out. */
export const SOAK = 'soak'
