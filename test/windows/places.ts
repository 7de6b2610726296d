/** What the journeys need of Windows that a test cannot make itself; each says where it is, and is empty where there is none. */

/** A disk of 3 MB, such as `s:\`. */
export const SMALL_DISK = 'PARCEL_DESK_TEST_SMALL_DISK'

/** A folder on a share, such as `\\nas\trade`. */
export const SHARE = 'PARCEL_DESK_TEST_SHARE'
