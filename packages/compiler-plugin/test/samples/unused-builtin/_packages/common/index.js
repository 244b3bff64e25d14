var fs = require('fs')
exports.other = function (x) { return x }
