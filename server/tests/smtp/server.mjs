// A real mail server on the loopback interface. It prints its port, then every mail as one line of JSON: {from, to, text}.
// REFUSE=n makes it refuse the first n mails with a temporary failure.
import { SMTPServer } from 'smtp-server';

let refuse = Number(process.env.REFUSE ?? 0);
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      if (refuse > 0) {
        refuse -= 1;
        done(Object.assign(new Error('busy, try again later'), { responseCode: 451 }));
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      const mail = { from: mailFrom.address, to: rcptTo.map((to) => to.address), text: Buffer.concat(chunks).toString() };
      console.log(JSON.stringify(mail));
      done();
    });
  },
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.server.address().port })));
