import type { Language } from '../../../primitives/language.ts';

/** The label of the button that opens a chat with the company's agent. */
export const CHAT_LABEL: Record<Language, string> = { en: 'Ask a question', es: 'Hacer una pregunta' };
