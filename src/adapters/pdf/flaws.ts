/** Why a document is not read, each as the end of a sentence about it. */
export const PROTECTED = 'is protected by a password'
export const DAMAGED = 'is damaged, incomplete or no PDF'
export const TOO_SLOW = 'takes longer to read than a document does'
export const TOO_MUCH = 'takes more memory to read than a document does'
