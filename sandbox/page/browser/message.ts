/** An email or text as `/api/messages` returns it. */
export interface ShownMessage {
  id: string;
  channel: 'sms' | 'email';
  direction: 'out' | 'in';
  from: string;
  to: string;
  subject?: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  attachments?: { name: string; contentType: string; text?: string }[];
  at: string;
}
