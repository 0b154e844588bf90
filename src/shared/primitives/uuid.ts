const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text from outside is a UUID, so that Postgres can read it as one. */
export const isUuid = (text: string | null): text is string => text !== null && UUID.test(text);
