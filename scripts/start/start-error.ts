/** A start-up error that a person can fix: its message is shown unchanged, without a stack. */
export class StartError extends Error {}
