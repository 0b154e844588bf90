import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A minimal SMTP server. It reads each email completely and stores nothing. It runs as a separate process and reports
 * its port.
 */
const END = Buffer.from('\r\n.\r\n');

function serve(socket: Socket): void {
  let reading = false;
  let seen = Buffer.alloc(0);
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') answer('250-sink\r\n250 8BITMIME');
    else if (verb === 'DATA') {
      reading = true;
      answer('354 go on');
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else answer('250 ok');
  };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    seen = seen.length === 0 ? data : Buffer.concat([seen, data]);
    for (;;) {
      const end = reading ? seen.indexOf(END) : seen.indexOf('\r\n');
      if (end < 0) return;
      const line = seen.subarray(0, end);
      seen = seen.subarray(end + (reading ? END.length : 2));
      if (reading) {
        reading = false;
        answer('250 taken');
      } else command(line.toString('latin1'));
    }
  });
  answer('220 sink');
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
