// The process in which one picture is drawn anew: it comes on the standard input, and goes as PNG to the standard output.
import { buffer } from 'node:stream/consumers';
import { Transformer } from '@napi-rs/image';

const [kind, boxWidth, boxHeight] = process.argv.slice(2);
const upload = await buffer(process.stdin);
const picture = () => (kind === 'svg' ? Transformer.fromSvg(upload) : new Transformer(upload));
const { width, height } = await picture().metadata();
const scale = Math.min(1, Number(boxWidth) / width, Number(boxHeight) / height);
const drawn = picture().resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
process.stdout.write(await drawn.png());
