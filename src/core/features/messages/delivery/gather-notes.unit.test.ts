import { expect, test } from 'vitest';
import { outlastingRestarts } from './gather-notes.ts';

const failing = (code: string) => {
  let calls = 0;
  const work = () => {
    calls += 1;
    return calls === 1 ? Promise.reject(Object.assign(new Error('words'), { code })) : Promise.resolve(calls);
  };
  return outlastingRestarts(work);
};

test.each(['40P01', '40001', '57P01', '57014', '55P03'])('a note that %s undid is written again', async (code) => {
  await expect(failing(code)).resolves.toBe(2);
});

test('a note that is wrong is not', async () => {
  await expect(failing('23505')).rejects.toThrow('words');
});
