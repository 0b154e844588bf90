import { expect, test } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import { errorForLog } from './log-error.ts';

test('logs the type, message, code and cause of a Postgres error, but no row data', () => {
  const fromPostgres = Object.assign(new Error('duplicate key value violates unique constraint "users_email_unique"'), {
    code: '23505',
    detail: 'Key (email)=(dana@example.com) already exists.',
  });
  const logged = errorForLog(new AppError('Taken', 'CONFLICT', { detail: 'user 7', cause: fromPostgres }));
  expect(logged).toMatchObject({ type: 'AppError', code: 'CONFLICT', detail: 'user 7', cause: { code: '23505' } });
  expect(JSON.stringify(logged)).not.toContain('dana@example.com');
});

test('handles circular causes and values that aren’t Errors', () => {
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(errorForLog(circle)).length).toBeLessThan(20_000);
  expect(errorForLog('text with a name in it')).toEqual({
    type: 'string',
    message: "a value that isn't an Error was thrown",
  });
});
