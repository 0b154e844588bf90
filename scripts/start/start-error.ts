/** A startup error that the user can fix. Its message is shown unchanged, without a stack. */
export class StartError extends Error {}
