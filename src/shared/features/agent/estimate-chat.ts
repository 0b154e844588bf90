import type { Language } from '../../primitives/language.ts';

/** What the homeowner's page gives to the conversation about its estimate. */
export interface EstimateChatOptions {
  /** The element before which the conversation is placed. */
  before: HTMLElement;
  company: string;
  language: Language;
  /** The private link's secret. */
  token: string;
  /** The option that is shown. */
  optionId: string;
  /** Where this tab keeps the conversation. */
  key: string;
  /** Called when the homeowner wants to send a question instead; `unsent` is what they were typing. */
  leave: (unsent: string) => void;
}

/** The conversation on the page. */
export interface EstimateChat {
  element: HTMLElement;
  /** Moves the focus to its field. */
  open: () => void;
}

/** What `/widget-chat.js` provides to the homeowner's page. */
export type OpenEstimateChat = (options: EstimateChatOptions) => EstimateChat;
