import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

test('an emailed link reaches its recipient, and the thread doesn’t contain its secret', async () => {
  const { app } = lab;
  const user = await app.a.user();
  const company = await app.a.company({ user_id: user.id });
  await app.browser().trpc.auth.requestPasswordReset.mutate({ email: user.email });
  expect(app.enqueued).toContain(company.id);
  await lab.drain(company);
  const [mail] = lab.mails(user.email);
  expect(mail).toMatchObject({ subject: 'Choose a new password for Picket' });
  expect(mail?.from).toContain('no-reply@picket.test');
  const [, token = ''] = /\/auth#reset=([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(token);
  const kept = await app.deps.system
    .selectFrom('messages')
    .select(['subject', 'body', 'status', 'lead_id'])
    .where('company_id', '=', company.id)
    .execute();
  expect(kept).toEqual([
    {
      subject: 'Choose a new password for Picket',
      body: 'Password reset link. Its secret isn’t stored.',
      status: 'sent',
      lead_id: null,
    },
  ]);
  await app.browser().trpc.auth.resetPassword.mutate({ token, password: 'another good one' });
  await lab.drain(company);
  expect(lab.mails(user.email).map(({ subject }) => subject)).toContain('Your password was changed');
});

test('emails use PRODUCT_NAME and SUPPORT_EMAIL', async () => {
  const named = await startDeliveryLab({ env: { PRODUCT_NAME: 'Gatehouse', SUPPORT_EMAIL: 'help@gatehouse.test' } });
  try {
    const user = await named.app.a.user();
    const company = await named.app.a.company({ user_id: user.id });
    await named.app.browser().trpc.auth.requestCode.mutate({ email: user.email });
    await named.drain(company);
    const [mail] = named.mails(user.email);
    expect(mail?.subject).toBe('Your sign-in code for Gatehouse');
    expect(mail?.text).toContain('help@gatehouse.test');
    expect(`${mail?.text} ${mail?.html}`).not.toContain('Picket');
  } finally {
    await named.close();
  }
});
