// The sign-in with a browser on another machine (RFC 8628): prints the address and the code, and waits as long as the service says.
import { generate } from 'lean-qr';
import {
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  type Configuration,
  type DeviceAuthorizationResponse,
  type TokenEndpointResponse,
} from 'openid-client';
import { COMMAND_LINE_CLIENT_ID } from '../../oidc/protocol/own-clients.js';
import { proofsBy } from '../service/openid.js';
import type { ProofJwk } from '../service/proof.js';
import { CommandError } from '../terminal/command-error.js';
import { EXIT } from '../terminal/exit-code.js';
import { printable } from '../terminal/style.js';

/** White border of the QR code, in modules. */
const QUIET_ZONE = 2;

/** @throws CommandError if the person denies it, or doesn't answer while the code is valid */
export async function signInOnDevice(service: Configuration, scope: string, proofKey: ProofJwk): Promise<TokenEndpointResponse> {
  if (service.serverMetadata().device_authorization_endpoint === undefined)
    throw new CommandError('This service has no sign-in on devices. Update it, or sign in without --device.');
  const device = await initiateDeviceAuthorization(service, { scope }).catch(notAllowed);
  console.error(instructionsFor(device, process.stderr.isTTY));
  // The library keeps the interval, and makes it longer whenever the service asks for that.
  return pollDeviceAuthorizationGrant(service, device, undefined, { DPoP: await proofsBy(service, proofKey) }).catch(refused);
}

/** A code that is scanned saves typing; a log has no use for it. */
function instructionsFor(device: DeviceAuthorizationResponse, isTerminal: boolean): string {
  const { verification_uri: page, verification_uri_complete: complete, user_code: code, expires_in: seconds } = device;
  const lines = [
    'Open this address in a browser on any device:',
    printable(page),
    `and enter this code, which is valid for ${Math.ceil(seconds / 60)} minutes:`,
    printable(code),
  ];
  if (isTerminal && complete !== undefined) lines.push('', 'Or scan:', qrCode(complete));
  return lines.join('\n');
}

/** Two rows of modules in each line, light modules as blocks: terminals are mostly dark. */
function qrCode(text: string): string {
  const code = generate(text);
  const isLight = (x: number, y: number) => !code.get(x, y);
  const lines: string[] = [];
  for (let y = -QUIET_ZONE; y < code.size + QUIET_ZONE; y += 2) {
    let line = '';
    for (let x = -QUIET_ZONE; x < code.size + QUIET_ZONE; x++) {
      const [upper, lower] = [isLight(x, y), isLight(x, y + 1)];
      line += upper && lower ? '█' : upper ? '▀' : lower ? '▄' : ' ';
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function notAllowed(error: unknown): never {
  if ((error as { error?: string }).error !== 'unauthorized_client') return refused(error);
  throw new CommandError(
    `The command line may not sign in on devices here. An administrator allows it with this command, which replaces the list of grants:\ngatehouse apps update Gatehouse ${COMMAND_LINE_CLIENT_ID} --grant-type authorization_code --grant-type refresh_token --grant-type urn:ietf:params:oauth:grant-type:device_code`,
    EXIT.forbidden,
  );
}

export function refused(error: unknown): never {
  const { error: code, error_description: said } = error as { error?: string; error_description?: string };
  if (code === undefined) throw error;
  throw new CommandError(`The sign-in failed: ${said ?? code}`, EXIT.forbidden);
}
