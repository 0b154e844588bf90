import type { Language } from '../../primitives/language.ts';

/** The options that the homeowner's page passes to the chat about its estimate. */
export interface EstimateChatOptions {
  /** The chat is inserted before this element. */
  before: HTMLElement;
  company: string;
  language: Language;
  /** The private link's secret. */
  token: string;
  /** The option that is currently displayed. */
  optionId: string;
  /** The conversation's key in this tab's storage. */
  key: string;
  /**
   * Called if the homeowner chooses to send their question to the company instead. `unsent` is the text they have typed
   * so far.
   */
  leave: (unsent: string) => void;
}

export interface EstimateChat {
  element: HTMLElement;
  /** Moves focus to the message field. */
  open: () => void;
}

/** The interface that `/widget-chat.js` provides to the homeowner's page. */
export type OpenEstimateChat = (options: EstimateChatOptions) => EstimateChat;
