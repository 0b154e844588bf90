import { phrase } from '#shared/primitives/phrase.ts';

/** English strings for the chat with the company's agent. */
export const en = {
  title: phrase('Ask {company}'),
  notice: phrase('An automated assistant answers. {company} can read the conversation.'),
  estimateTitle: 'Ask about this estimate',
  message: 'Your message',
  send: 'Send',
  useForm: 'Use the form instead',
  useQuestion: 'Send a question instead',
  you: 'You:',
  assistant: 'Assistant:',
  answering: 'Answering...',
  notSent: 'Not sent.',
  tryAgain: 'Try again',
  offline: "We couldn't connect.",
  lead: phrase('{company} has your request.'),
  handover: phrase('A person from {company} will get back to you.'),
  person: phrase('{company} got your message. A person will answer here, or by phone, text or email.'),
};
