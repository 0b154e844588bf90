import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';

test('an error has its own message, code and status; the default code is APP_ERROR (spec:3.20 spec:8.2)', () => {
  const plain = new AppError('The gate is shut');
  expect([plain.message, plain.code, plain.httpStatus]).toEqual(['The gate is shut', 'APP_ERROR', 400]);
  const own = new AppError('There is no such lead', 'NOT_FOUND');
  expect([own.message, own.code, own.httpStatus]).toEqual(['There is no such lead', 'NOT_FOUND', 404]);
});
