import { expect, test } from 'vitest';
import { isPublicAddress } from './public-host.ts';

test.each([
  'http://localhost:3000',
  'http://app.localhost',
  'http://server:3000',
  'http://127.1.2.3',
  'http://2130706433',
  'http://0.0.0.0:3000',
  'http://10.0.0.5',
  'http://172.20.0.2',
  'https://192.168.1.20',
  'http://[::1]:3000',
  'http://[::ffff:10.0.0.5]',
  'http://[fd00::2]',
  'http://nas.local',
  'https://picket.test',
  'https://localhost.',
])('%s isn’t public', (url) => {
  expect(isPublicAddress(url)).toBe(false);
});

test.each(['https://picket.example.com', 'https://app.fences.io:8443', 'http://203.0.113.9', 'http://[2001:db8::1]'])(
  '%s may be public',
  (url) => {
    expect(isPublicAddress(url)).toBe(true);
  },
);
