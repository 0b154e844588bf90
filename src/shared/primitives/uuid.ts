const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a string from outside is a UUID that Postgres can parse. */
export const isUuid = (text: string | null): text is string => text !== null && UUID.test(text);
