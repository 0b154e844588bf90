/** A start-up fault that a person can fix: its message is shown as it is, without a stack. */
export class StartError extends Error {}
