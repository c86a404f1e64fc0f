import { Base64File } from '../../common/http/fields.js';

/** A picture that is uploaded. */
export class PictureBody {
  @Base64File(700_000, {
    description: 'PNG, JPEG, WebP or plain SVG in base64, at most 512 KiB; it is drawn anew as PNG',
    example: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPgriolCTGMahjVMHw1AAB/cvoBCUj9+AAAAABJRU5ErkJggg==',
  })
  content: string;
}
