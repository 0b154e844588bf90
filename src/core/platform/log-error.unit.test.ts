import { expect, test } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import { errorForLog } from './log-error.ts';

test('what Postgres says of a row stays out of the log; kind, words, code and cause go in', () => {
  const fromPostgres = Object.assign(new Error('duplicate key value violates unique constraint "users_email_unique"'), {
    code: '23505',
    detail: 'Key (email)=(dana@example.com) already exists.',
  });
  const logged = errorForLog(new AppError('Taken', 'CONFLICT', { detail: 'user 7', cause: fromPostgres }));
  expect(logged).toMatchObject({ type: 'AppError', code: 'CONFLICT', detail: 'user 7', cause: { code: '23505' } });
  expect(JSON.stringify(logged)).not.toContain('dana@example.com');
});

test('a circle of causes and what is no Error end too', () => {
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(errorForLog(circle)).length).toBeLessThan(20_000);
  expect(errorForLog('text with a name in it')).toEqual({
    type: 'string',
    message: 'something that is no Error was thrown',
  });
});
