/** How the desk calls the lists that it writes for a spreadsheet, wherever the user puts them. */
export const LIST_NAMES = { sets: 'parcel-sets.csv', worklist: 'worklist.csv' } as const
