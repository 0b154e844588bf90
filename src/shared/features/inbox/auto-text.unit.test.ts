import { expect, test } from 'vitest';
import { isAutomaticText } from './auto-text.rules.ts';

test.each([
  'I’m driving with “Do Not Disturb While Driving” turned on. I’ll see your message when I get where I’m going.',
  "I'm driving with Focus turned on. I'll see your message when I get where I'm going.",
  '(I’m not receiving notifications. If this is urgent, reply “urgent” to send a notification through with your original message.)',
  'Auto-reply: I am at work until 5.',
  'Automatic reply: away until Monday',
  '[Auto Response] we will get back to you',
  'Hi, this is an automated message. Please call the office.',
  'Respuesta automática: estoy manejando',
])('%j was written by an automatic reply', (body) => expect(isAutomaticText(body)).toBe(true));

test.each([
  'I’m driving right now, call me after 5',
  'I can talk when I am done driving',
  'Is this an automated message?',
  'Was that an automatic reply?',
  'The gate should be automatic',
  'Does the automatic gate come with the motor turned on?',
  'We want the driveway done with the lights turned on',
  'I’m not receiving your estimate',
  '',
])('%j was written by a person', (body) => expect(isAutomaticText(body)).toBe(false));
