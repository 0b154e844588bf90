import { expect, it } from 'vitest';
import { loadSmsKeywords } from '#core/platform/us-data/index.ts';
import { classifyReply } from './reply.rules.ts';
import { stoppedChannels } from './stopped-channels.rules.ts';

const isStop = (clause: string) => classifyReply(clause, loadSmsKeywords()).kind === 'opt-out';

it.each([
  ['STOP', 'sms', 'own'],
  ['stop texting me', 'sms', 'own'],
  ['stop emailing me', 'sms', 'other'],
  ['Please quit e-mailing me!', 'sms', 'other'],
  ['no me mande mas correos', 'sms', 'other'],
  ['stop emailing me, text me instead', 'sms', 'other'],
  ['STOP. Stop emailing me too', 'sms', 'both'],
  ['stop texting and emailing me', 'sms', 'both'],
  ['leave me alone', 'sms', 'own'],
  ['stop texting me', 'email', 'other'],
  ['No more texts please', 'email', 'other'],
  ['no quiero mas mensajes de texto', 'email', 'other'],
  ['Stop texting me but emails are fine', 'email', 'other'],
  ['unsubscribe', 'email', 'own'],
  ['Stop emailing me. And do not text me.', 'email', 'both'],
] as const)('reads from %j (%s) what to stop: %s', (text, own, what) => {
  expect(stoppedChannels(text, own, isStop)).toEqual({ own: what !== 'other', other: what !== 'own' });
});
