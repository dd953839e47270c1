// A real mail server on the loopback interface. It prints its port, then every mail that it has taken as one line of JSON:
// {from, to, text}. REFUSE=n makes it refuse the first n mails with a temporary failure. A recipient's name can ask for more:
// "refused…" is refused for ever (550), "grey…" the first time (451), "hang…" gets no answer the first time, "drop…" loses its connection
// in the middle of the first mail, and "lost…" after the first mail was taken and before it is told; "slow…" is told a second after it.
import { SMTPServer } from 'smtp-server';

let refuse = Number(process.env.REFUSE ?? 0);
const seen = new Set();
const failure = (responseCode, message) => Object.assign(new Error(message), { responseCode });

/** Whether it is the first time for a recipient whose name begins like this. */
function isFirst(beginning, address) {
  if (!address.startsWith(beginning) || seen.has(address)) return false;
  seen.add(address);
  return true;
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (address.startsWith('refused')) return done(failure(550, 'no such mailbox'));
    if (isFirst('grey', address)) return done(failure(451, 'come back later'));
    done();
  },
  onData(stream, session, done) {
    const { mailFrom, rcptTo } = session.envelope;
    const [first] = rcptTo.map(({ address }) => address);
    const cut = () => server.connections.forEach((one) => one.session === session && one._socket.destroy());
    if (isFirst('drop', first)) return stream.once('data', cut);
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      if (isFirst('hang', first)) return;
      if (refuse > 0) {
        refuse -= 1;
        return done(failure(451, 'busy, try again later'));
      }
      const mail = { from: mailFrom.address, to: rcptTo.map((to) => to.address), text: Buffer.concat(chunks).toString() };
      console.log(JSON.stringify(mail));
      if (isFirst('lost', first)) return cut();
      if (isFirst('slow', first)) return setTimeout(done, 1000);
      done();
    });
  },
});
// A connection that is cut is no failure of this program.
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.server.address().port })));
