var fs = require('fs')
exports.eager = function (x) { return fs.readFileSync(x) }
