/** The maximum length of the message that the work is done. */
export const MAX_WORK_MESSAGE = 1_000;
