import { createTransport } from 'nodemailer';
import { SECOND } from '#shared/primitives/durations.ts';
import { type Check, fault, ok } from './finding.ts';

/** Signs in at the mail server, and sends nothing. */
export const mail: Check = {
  about: 'Mail server',
  async look({ config }) {
    const { hostname } = new URL(config.SMTP_URL);
    const transport = createTransport({
      url: config.SMTP_URL,
      connectionTimeout: 5 * SECOND,
      greetingTimeout: 5 * SECOND,
      dnsTimeout: 5 * SECOND,
    });
    try {
      await transport.verify();
      return [ok(`${hostname} accepts the sign-in`)];
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return [fault(`${hostname} doesn’t: ${said}. Check the user, password and port in SMTP_URL`)];
    } finally {
      transport.close();
    }
  },
};
