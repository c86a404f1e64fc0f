// Where the service begins: sets up the heap, and only then loads everything else.
import './heap.js';

await import('./serve.js');
